import { okAnswer } from '@postrider/contracts';

/** The common envelope of SPEC.md section 2 around whatever else is answered. */
export const success = <Fields extends object>(fields: Fields): typeof okAnswer & Fields => ({
  ...okAnswer,
  ...fields,
});
