import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import {
  ServiceError,
  addLocale,
  addLocaleBody,
  createTemplate,
  createTemplateBody,
  customerBody,
  updateVersionBody,
  upsertCustomer,
  versionBody,
  versionContent,
} from '@postrider/contracts';
import { isLenient } from './lenience.js';
import { z } from 'zod';

const roots: Partial<Record<ArgumentMetadata['type'], string>> = { param: 'path', query: 'query' };

/** Checks what a route declares with `{ schema }`; the 400 names every field as the caller wrote it. */
@Injectable()
class ContractPipe implements PipeTransform {
  transform(value: unknown, { schema, type }: ArgumentMetadata): unknown {
    if (!(schema instanceof z.ZodType)) return value;
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    throw ServiceError.invalid(checked.error, roots[type] ?? 'body');
  }
}

/** What others must keep to, and what is enough of a library: templates without html and text, nested values in customer data. */
const enough = new Map<unknown, ArgumentMetadata['schema']>([
  [createTemplateBody, createTemplate.request],
  [addLocaleBody, addLocale.request.omit({ template_id: true })],
  [versionBody, versionContent],
  [
    updateVersionBody,
    versionContent.extend({ publish: updateVersionBody.shape.publish, replaces: updateVersionBody.shape.replaces }),
  ],
  [customerBody, upsertCustomer.request],
]);

@Injectable()
export class LenientPipe extends ContractPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const schema = isLenient(value) ? enough.get(metadata.schema) : undefined;
    return super.transform(value, schema ? { ...metadata, schema } : metadata);
  }
}
