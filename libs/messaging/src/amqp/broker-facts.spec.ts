import { brokersOf } from './broker-facts.js';

describe('the brokers of an AMQP_URL', () => {
  it.each([
    ['amqp://ada:a,b@one/mail', ['amqp://ada:a,b@one/mail']],
    ['amqp://one:5672/mail,amqps://two:5671/mail', ['amqp://one:5672/mail', 'amqps://two:5671/mail']],
  ])('of %s', (url, brokers) => {
    expect(brokersOf(url)).toEqual(brokers);
  });
});
