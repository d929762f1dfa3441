import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const compiled = new Map();
/** Node 20 loses what import() and import.meta refer to, in code that it did not compile itself. */
const mayBeKept = (source) => !/\bimport\s*[.(]/.test(source);
const { SourceTextModule } = vm;

/**
 * Jest compiles the same modules anew for every test file. What V8 made of a source is kept for the other files of the worker: it holds no
 * state, so that the files stay as strange to each other as before.
 */
class KeptModule extends SourceTextModule {
  constructor(source, options) {
    const cachedData = compiled.get(source);
    super(source, cachedData === undefined ? options : { ...options, cachedData });
    if (cachedData === undefined && mayBeKept(source)) compiled.set(source, this.createCachedData());
  }
}
vm.SourceTextModule = KeptModule;

export default TestEnvironment;
