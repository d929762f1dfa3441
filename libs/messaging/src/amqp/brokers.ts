import { readFile } from 'node:fs/promises';
import type { ChannelModel } from 'amqplib';
import { connect } from 'amqplib';

/** The nodes that an `AMQP_URL` names, in the order in which they are tried (docs/operations.md#several-brokers): URLs with commas in between. */
export const brokersOf = (url: string): string[] => url.split(/,(?=amqps?:\/\/)/);

/** The certificate authority that the URL names in `cacertfile`, read for each connection, so that a renewed file needs no restart. */
export async function authorityOf(broker: string): Promise<{ readonly ca?: Buffer }> {
  const file = new URL(broker).searchParams.get('cacertfile');
  return file === null ? {} : { ca: await readFile(file) };
}

/** One connection to the first of them that takes it. */
export async function connectToOne(url: string, options: Readonly<Record<string, unknown>>): Promise<ChannelModel> {
  let failure: unknown;
  for (const broker of brokersOf(url)) {
    try {
      return await connect(broker, { ...options, ...(await authorityOf(broker)) });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
