import { existsSync } from 'node:fs';

/** Where the packages of Debian and Ubuntu put it. */
const places = ['/usr/bin/promtool', '/usr/local/bin/promtool'];

/** The promtool of this machine: of the path, or of PROMTOOL. */
export const findPromtool = () =>
  [process.env.PROMTOOL, ...places].find((path) => path !== undefined && existsSync(path));
