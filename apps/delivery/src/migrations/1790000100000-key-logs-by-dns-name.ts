import { addressKey } from '@postrider/contracts';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Keyed {
  readonly account_id: string;
  readonly recipient_key: string;
}

/** Logs of recipients with an internationalised domain are found under the key that the address has as punycode. */
export class KeyLogsByDnsName1790000100000 implements MigrationInterface {
  readonly name = 'KeyLogsByDnsName1790000100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const recipients = (await queryRunner.query(
      'select distinct account_id, recipient_key from logs where octet_length(recipient_key) <> char_length(recipient_key)',
    )) as Keyed[];
    for (const { account_id, recipient_key } of recipients)
      await queryRunner.query('update logs set recipient_key = $3 where account_id = $1 and recipient_key = $2', [
        account_id,
        recipient_key,
        addressKey(recipient_key),
      ]);
  }

  /** The former spelling is not kept. */
  async down(): Promise<void> {}
}
