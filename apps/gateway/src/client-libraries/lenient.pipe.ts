import type { ArgumentMetadata } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import {
  addLocale,
  addLocaleBody,
  createTemplate,
  createTemplateBody,
  customerBody,
  upsertCustomer,
  updateVersionBody,
  versionBody,
  versionContent,
} from '@postrider/contracts';
import { ContractPipe } from '../http/contract.pipe.js';
import { isLenient } from './lenience.js';

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
