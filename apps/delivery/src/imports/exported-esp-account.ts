import {
  absentable,
  espAccountFaults,
  espType,
  importedId,
  timestamp,
  updateEspAccountBody,
} from '@postrider/contracts';
import { z } from 'zod';
import { reservedIds } from '../esp-accounts/lane.js';

const { name, default_sender, region, configuration_set, implicit_tls, bounces, tracking, rate_per_second, fallback } =
  updateEspAccountBody.shape;

/** An ESP account as `GET /esp_accounts` lists it: without credentials. */
export const exportedEspAccount = z
  .object({
    id: importedId('espAccount').refine(
      (given) => !reservedIds.includes(given),
      `must not be ${reservedIds.join(' or ')}`,
    ),
    created: absentable(timestamp),
    esp_type: espType,
    name,
    default_sender,
    region,
    configuration_set,
    implicit_tls,
    bounces,
    tracking,
    rate_per_second,
    fallback,
  })
  .superRefine((account, context) => {
    for (const { field, message } of espAccountFaults(account.esp_type, account))
      context.addIssue({ code: 'custom', path: field.split('.'), message });
  });
export type ExportedEspAccount = z.output<typeof exportedEspAccount>;
