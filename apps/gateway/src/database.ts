import type { DatabaseDefinition } from '@postrider/service';
import { AccountEntity } from './accounts/account.entity.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { CreateAccounts1790000000000 } from './migrations/1790000000000-create-accounts.js';
import { AddAccountTracking1795343161030 } from './migrations/1795343161030-add-account-tracking.js';
import { AddLimits1790100000000 } from './migrations/1790100000000-add-limits.js';
import { AddOwnMail1795366174886 } from './migrations/1795366174886-add-own-mail.js';
import { CreateAudit1795367233511 } from './migrations/1795367233511-create-audit.js';
import { AddRefusedToAudit1795377287982 } from './migrations/1795377287982-add-refused-to-audit.js';
import { WallAudit1795367233512 } from './migrations/1795367233512-wall-audit.js';
import { CreateLinkMails1795523417113 } from './migrations/1795523417113-create-link-mails.js';
import { CreateUsers1795364943747 } from './migrations/1795364943747-create-users.js';
import { WallMemberships1795364943748 } from './migrations/1795364943748-wall-memberships.js';
import { WallAccounts1795341992417 } from './migrations/1795341992417-wall-accounts.js';

export const gatewayDatabase: DatabaseDefinition = {
  schema: 'gateway',
  entities: [AccountEntity, ApiKeyEntity],
  migrations: [
    CreateAccounts1790000000000,
    AddLimits1790100000000,
    WallAccounts1795341992417,
    AddAccountTracking1795343161030,
    CreateUsers1795364943747,
    WallMemberships1795364943748,
    AddOwnMail1795366174886,
    CreateAudit1795367233511,
    WallAudit1795367233512,
    AddRefusedToAudit1795377287982,
    CreateLinkMails1795523417113,
  ],
};
