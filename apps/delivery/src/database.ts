import type { DatabaseDefinition } from '@postrider/service';
import { EspAccountEntity } from './esp-accounts/esp-account.entity.js';
import { EspAccountHourEntity } from './esp-accounts/esp-account-hour.entity.js';
import { deliveryPersonalData } from './personal-data/personal-data.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';
import { Artifacts1790000100000, MessagesOfArtifact1790000100001 } from './migrations/1790000100000-artifacts.js';
import { SendProposals1790000300000 } from './migrations/1790000300000-send-proposals.js';
import { EspAccountRetries1790000400000 } from './migrations/1790000400000-esp-account-retries.js';
import { EspAccountHours1790000600000 } from './migrations/1790000600000-esp-account-hours.js';
import { EspAccountPauses1790001200000 } from './migrations/1790001200000-esp-account-pauses.js';
import { TestClocks1790000700000 } from './migrations/1790000700000-test-clocks.js';

export const deliveryDatabase: DatabaseDefinition = {
  schema: 'delivery',
  entities: [EspAccountEntity, EspAccountHourEntity],
  personalData: deliveryPersonalData,
  migrations: [
    Initial1790000000000,
    Artifacts1790000100000,
    MessagesOfArtifact1790000100001,
    SendProposals1790000300000,
    EspAccountRetries1790000400000,
    EspAccountHours1790000600000,
    TestClocks1790000700000,
    EspAccountPauses1790001200000,
  ],
};
