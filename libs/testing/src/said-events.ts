/** SQL: the events of an outbox, also of rows that hold several, as rows with `account_id`, `topic` and `payload`; to be ordered by `id, place`. */
export const saidEvents = `(
  select id, place, account_id, said.topic, said.payload
  from outbox cross join lateral (
    select 0 as place, outbox.topic, outbox.payload where jsonb_typeof(outbox.payload) <> 'string'
    union all
    select place, event ->> 'topic', event -> 'payload'
    from jsonb_array_elements(case when jsonb_typeof(outbox.payload) = 'string' then (outbox.payload #>> '{}')::jsonb end) with ordinality as bundled (event, place)
  ) as said
) as said_events`;
