import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FigureTagsRepository, keyOfTag } from './figure-tags.repository.js';
import { FiguresRepository } from './figures.repository.js';
import type { Contribution } from './measures.js';
import { toAdditions, getDay } from './measures.js';

/** Adds contributions of emails to the statistics, once in total and under each counted tag. */
@Injectable()
export class Counting {
  constructor(
    private readonly figures: FiguresRepository,
    private readonly tags: FigureTagsRepository,
  ) {}

  async add(tx: EntityManager, contributions: readonly Contribution[]): Promise<void> {
    if (contributions.length === 0) return;
    const counted = await this.tags.counted(
      tx,
      contributions.flatMap(({ accountId, logId, tags }) =>
        tags.map((tag) => ({ accountId, day: getDay(logId), tag })),
      ),
    );
    const under = ({ accountId, logId, tags }: Contribution): string[] =>
      tags.filter((tag) => counted.has(keyOfTag({ accountId, day: getDay(logId), tag })));
    await this.figures.add(
      tx,
      toAdditions(contributions.map((contribution) => ({ ...contribution, tags: under(contribution) }))),
    );
  }
}
