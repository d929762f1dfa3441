import type { ErasureResource } from '@postrider/contracts';
import type { ErasureEntity } from './erasure.entity.js';

/** What delivery, tracking and drip say arrives in any order: done is what all three have come to the end of. */
export const toErasureResource = (erasure: ErasureEntity): ErasureResource => ({
  object: 'erasure',
  id: erasure.id,
  created: Math.floor(erasure.createdAt.getTime() / 1000),
  pseudonym: erasure.pseudonym,
  state: erasure.logsDone && erasure.dripsDone && erasure.engagedLogs >= erasure.logs ? 'done' : 'running',
  logs: erasure.logs,
  cancelled: erasure.cancelled,
  drip_members: erasure.dripMembers,
});
