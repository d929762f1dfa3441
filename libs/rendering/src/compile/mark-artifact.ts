import type { Artifact } from '../artifact.js';
import { markProgram, markTemplate } from '../links/link-marks.js';
import { usedAddresses } from '../links/mail-addresses.js';

/** The artifact with the links of its html marked, and what it prints of the mail's own addresses. */
export function markArtifact(artifact: Artifact): Artifact {
  const addresses = usedAddresses(artifact);
  return { ...marked(artifact), ...(addresses.length > 0 && { addresses }) };
}

/** A partial or snippet may be of the html; elsewhere its marks print nothing. */
function marked(artifact: Artifact): Artifact {
  if (artifact.engine === 'jinja') {
    const { html, ...parts } = artifact.parts;
    const snippets = mapValues(artifact.snippets, markTemplate);
    return { ...artifact, parts: { ...parts, ...(html && { html: markTemplate(html) }) }, snippets };
  }
  const { html, ...parts } = artifact.parts;
  const partials = mapValues(artifact.partials, markProgram);
  return { ...artifact, parts: { ...parts, ...(html && { html: markProgram(html) }) }, partials };
}

const mapValues = <Value>(
  named: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> => Object.fromEntries(Object.entries(named).map(([name, value]) => [name, change(value)]));
