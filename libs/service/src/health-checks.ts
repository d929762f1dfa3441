import type { ConnectionState, RpcTransport } from '@postrider/messaging';
import type { DataSource } from 'typeorm';
import type { HealthCheck } from './health.js';

export const databaseCheck = (database: DataSource): HealthCheck => ({
  name: 'database',
  check: async () => {
    await database.query('select 1');
    return true;
  },
});

/** Parts of the memory transport have no connection to lose. */
export function connectionCheck(name: string, part: Partial<ConnectionState> | RpcTransport): HealthCheck[] {
  return 'isConnected' in part && part.isConnected
    ? [{ name, check: () => part.isConnected?.() || part.problem || false }]
    : [];
}
