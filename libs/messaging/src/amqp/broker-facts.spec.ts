import { splitBrokers } from './broker-facts.js';

describe('splitBrokers', () => {
  it.each([
    ['amqp://ada:a,b@one/mail', ['amqp://ada:a,b@one/mail']],
    ['amqp://one:5672/mail,amqps://two:5671/mail', ['amqp://one:5672/mail', 'amqps://two:5671/mail']],
  ])('splits %s', (url, brokers) => {
    expect(splitBrokers(url)).toEqual(brokers);
  });
});
