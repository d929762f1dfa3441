import { z } from 'zod';
import { id } from '../ids.js';
import { checkTemplateDataSize, timestamp, required } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { lookupKey, resourceName } from './templates.js';

const data = z.record(z.string(), z.unknown(), required('an object'));

/** Sample (docs/reference/samples.md). */
export const sampleResource = z
  .object({
    object: z.literal('sample'),
    id: id('sample').describe('Its id.'),
    name: z.string().describe('Its name.'),
    template_data: data.describe('The data.'),
    created: timestamp,
    modified: timestamp,
  })
  .meta({ id: 'Sample', description: 'Sample data of a template.' });
export type SampleResource = z.infer<typeof sampleResource>;

export const sampleBody = z
  .object({
    name: resourceName.describe('The name.'),
    template_data: data.superRefine(checkTemplateDataSize).describe('The data, at most 128 KB as JSON.'),
  })
  .meta({ id: 'SampleBody' });

const ofTemplate = z.object({ template_id: lookupKey });
const samplePath = ofTemplate.extend({ sample_id: lookupKey });

const example = {
  object: 'sample' as const,
  id: 'smp_01KQV5Xx7GJ8sVJ4mB2cDe',
  name: 'A long order',
  template_data: { name: 'Ada', number: 'R-1' },
  created: 1_790_000_000,
  modified: 1_790_000_000,
};
const exampleTemplate = { template_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe' };
const exampleContent = { name: example.name, template_data: example.template_data };

export const listSamples = defineRpc({
  pattern: 'template.sample.list.v1',
  request: ofTemplate,
  response: z.array(sampleResource).describe('Oldest first, at most 50.'),
  errors: ['not_found'],
  examples: [{ name: 'one sample', request: exampleTemplate, response: [example] }],
});

export const createSample = defineRpc({
  pattern: 'template.sample.create.v1',
  request: sampleBody.extend(ofTemplate.shape),
  response: sampleResource,
  errors: ['not_found', 'quota_exceeded'],
  examples: [{ name: 'a long order', request: { ...exampleTemplate, ...exampleContent }, response: example }],
});

export const updateSample = defineRpc({
  pattern: 'template.sample.update.v1',
  request: sampleBody.extend(samplePath.shape),
  response: sampleResource,
  errors: ['not_found', 'quota_exceeded'],
  examples: [
    {
      name: 'other data',
      request: { ...exampleTemplate, sample_id: example.id, ...exampleContent },
      response: example,
    },
  ],
});

export const deleteSample = defineRpc({
  pattern: 'template.sample.delete.v1',
  request: samplePath,
  response: z.object({}),
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { ...exampleTemplate, sample_id: example.id }, response: {} }],
});
