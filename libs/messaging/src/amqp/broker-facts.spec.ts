import { brokersOf } from './broker-facts.js';

describe('brokersOf', () => {
  it.each([
    ['amqp://ada:a,b@one/mail', ['amqp://ada:a,b@one/mail']],
    ['amqp://one:5672/mail,amqps://two:5671/mail', ['amqp://one:5672/mail', 'amqps://two:5671/mail']],
  ])('splits %s', (url, brokers) => {
    expect(brokersOf(url)).toEqual(brokers);
  });
});
