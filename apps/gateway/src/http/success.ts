import { okAnswer } from '@postrider/contracts';

/** The two fields of docs/api.md#success-answers around whatever else is answered. */
export const success = <Fields extends object>(fields: Fields): typeof okAnswer & Fields => ({
  ...okAnswer,
  ...fields,
});
