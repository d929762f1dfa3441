// Uses only old syntax, so that an unsupported Node can run it.
const [major, minor] = process.versions.node.split('.').map(Number);
export const nodeProblem =
  major > 20 || (major === 20 && minor >= 19)
    ? undefined
    : `Postrider needs Node 20.19 or newer, but this is ${process.version}: install a newer one.`;
