import type { EspFields } from '@postrider/esp-kinds';
import { espTypes, isHosted, kindOf } from '@postrider/esp-kinds';
import { sentence } from '../../i18n/language.js';
import type { EspAccount } from './queries.js';

export type Kind = EspAccount['esp_type'];

/** What can be made: an account of a provider that is gone is shown, none is made. Mail servers come first. */
export const offered: readonly Kind[] = espTypes
  .filter((kind) => !kindOf(kind).discontinued)
  .toSorted((one, other) => Number(isHosted(one)) - Number(isHosted(other)));

export const nameOfKind = (kind: Kind): string => sentence(kindOf(kind).provider);
export const webhookFieldsOf = (kind: Kind): EspFields => kindOf(kind).webhook?.verifiedBy ?? {};
