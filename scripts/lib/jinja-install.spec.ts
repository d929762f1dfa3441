import { installJinja } from './jinja-install.mjs';

describe('Jinja of Python for the tests that compare ours with it', () => {
  const installed = async (uid: number, works: readonly string[], hasPackages = true): Promise<string[]> => {
    const order: string[] = [];
    await installJinja((line) => order.push(`says: ${line}`), {
      uid,
      hasPackages,
      run: async (command, args) => {
        order.push(`runs: ${command} ${args[0]}`);
        return { code: works.includes(command) ? 0 : 1, output: 'E: no such package' };
      },
    });
    return order;
  };
  const says = 'says: Installing Jinja of Python (apt-get install python3-jinja2)';

  it('is not installed where it is', async () => {
    expect(await installed(0, ['python3'])).toEqual(['runs: python3 -c']);
  });

  it('is installed where we may, and asks nobody for a password', async () => {
    expect(await installed(0, ['sh'])).toEqual(['runs: python3 -c', says, 'runs: sh -c']);
    expect(await installed(1000, ['sudo'])).toEqual(['runs: python3 -c', 'runs: sudo -n', says, 'runs: sudo -n']);
    expect(await installed(1000, [])).toEqual(['runs: python3 -c', 'runs: sudo -n']);
    expect(await installed(0, ['sh'], false)).toEqual(['runs: python3 -c']);
  });

  it('says why it could not be', async () => {
    expect(await installed(0, [])).toEqual(['runs: python3 -c', says, 'runs: sh -c', 'says: E: no such package']);
  });
});
