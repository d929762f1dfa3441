/**
 * The servers that `npm test` starts, with superusers, because every test file creates its own database and virtual
 * host.
 */
export const testServers = {
  get databaseUrl(): string {
    return required('TEST_DATABASE_URL');
  },
  get amqpUrl(): string {
    return required('TEST_AMQP_URL');
  },
  get rabbitmqManagementUrl(): string {
    return required('TEST_RABBITMQ_MANAGEMENT_URL');
  },
};

function required(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(
      `${name} is not set: run the tests through npm test, or start their servers with npm test -- --services and set what it prints.`,
    );
  }
  return value;
}
