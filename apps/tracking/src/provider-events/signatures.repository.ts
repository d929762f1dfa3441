import { Injectable } from '@nestjs/common';
import { SystemPool } from '@postrider/service';

const useStatement = `
with first as (
  insert into inbox (event_id) values ($1) on conflict do nothing returning event_id
), signed as (
  insert into inbox (event_id) select $2 from first on conflict do nothing
)
select event_id from first`;

/** Signatures that do not cover the report itself, so that each is accepted for one report (Mailgun). */
@Injectable()
export class SignaturesRepository {
  constructor(private readonly systemPool: SystemPool) {}

  /** False if the nonce came with other events before. The same report again is allowed: its events may not have been published. */
  async use(nonce: string, events: string): Promise<boolean> {
    const first = await this.systemPool.query({ name: 'use-nonce', text: useStatement, values: [nonce, events] });
    if (first.rowCount !== 0) return true;
    const same = await this.systemPool.query({
      name: 'find-nonce',
      text: 'select from inbox where event_id = $1',
      values: [events],
    });
    return same.rowCount !== 0;
  }
}
