// Plain enough for a Node that is too old for the rest.
const [major, minor] = process.versions.node.split('.').map(Number);
export const nodeProblem =
  major > 20 || (major === 20 && minor >= 19)
    ? undefined
    : `Postrider needs Node 20.19 or newer and this is ${process.version}: install a newer one.`;
