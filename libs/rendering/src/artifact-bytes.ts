import type { Artifact, UnreadArtifact } from './artifact.js';
import type { Path, Program } from './template/program.js';

/**
 * About what an artifact takes in memory, rather too much than too little: measured on Node 20, a tag takes 100 to 200
 * bytes besides its names, a text up to two bytes a character.
 */
export function artifactBytes(artifact: Artifact | UnreadArtifact): number {
  if ('json' in artifact) return textBytes(artifact.json);
  if (artifact.engine === 'jinja') return treeBytes(artifact.parts) + treeBytes(artifact.snippets);
  const { parts, partials } = artifact;
  const programs = [...Object.values(parts), ...Object.values(partials)];
  return programs.reduce((sum, program) => sum + programBytes(program), 0);
}

const operation = 96;
const list = 32;
const text = 32;

/** Of plain JSON: what a Jinja template is stored as. */
function treeBytes(tree: unknown): number {
  if (typeof tree === 'string') return textBytes(tree);
  if (typeof tree !== 'object' || tree === null) return 8;
  return Object.values(tree).reduce<number>((sum, value) => sum + 8 + treeBytes(value), list);
}

function programBytes(program: Program): number {
  let bytes = list;
  for (const op of program) {
    if (typeof op === 'string') {
      bytes += textBytes(op);
      continue;
    }
    bytes += operation + (op[0] === '>' ? textBytes(op[1]) : pathBytes(op[1]));
    if (op[0] === '#' || op[0] === '^' || op[0] === '?') bytes += programBytes(op[2]);
    if (op[0] === 'n') bytes += op[3].reduce((sum, form) => sum + programBytes(form), list);
  }
  return bytes;
}

const pathBytes = (path: Path): number => path.reduce((sum, name) => sum + textBytes(name), list);

const textBytes = (value: string): number => text + 2 * value.length;
