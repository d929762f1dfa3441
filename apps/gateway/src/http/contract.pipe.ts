import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { z } from 'zod';

const roots: Partial<Record<ArgumentMetadata['type'], string>> = { param: 'path', query: 'query' };

/** Checks what a route declares with `{ schema }`; the 400 names every field as the caller wrote it. */
@Injectable()
export class ContractPipe implements PipeTransform {
  transform(value: unknown, { schema, type }: ArgumentMetadata): unknown {
    if (!(schema instanceof z.ZodType)) return value;
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    throw ServiceError.invalid(checked.error, roots[type] ?? 'body');
  }
}
