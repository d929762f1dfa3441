import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Conversion } from './conversions.repository.js';
import { ConversionsRepository, getMailKey } from './conversions.repository.js';
import { Counting } from './counting.js';
import type { Contribution } from './measures.js';
import { getDay } from './measures.js';
import { RecountsRepository } from './recounts.repository.js';

/** Attributes conversions to the customer's last clicked email. Conversions without a click are not counted. */
@Injectable()
export class Attributions {
  constructor(
    private readonly counting: Counting,
    private readonly recounts: RecountsRepository,
    private readonly conversions: ConversionsRepository,
  ) {}

  async attribute(tx: EntityManager, conversions: readonly Conversion[]): Promise<void> {
    if (conversions.length === 0) return;
    const attributed = await this.conversions.lastClicked(tx, conversions);
    if (attributed.length === 0) return;
    await this.recounts.holdDays(
      tx,
      attributed.map(({ accountId, logId }) => ({ accountId, day: getDay(logId) })),
    );
    const converted = await this.conversions.converted(tx, attributed);
    await this.conversions.store(tx, attributed);
    const contributions = attributed.map((conversion): Contribution => {
      const key = getMailKey(conversion);
      const isFirst = !converted.has(key);
      converted.add(key);
      return {
        ...conversion,
        part: 'converted',
        measured: { conversions: isFirst ? 1 : 0, conversions_total: 1, revenue: conversion.revenue },
      };
    });
    await this.counting.add(tx, contributions);
  }
}
