import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A client that sends exactly what a test writes. */
export class SmtpClient {
  private received = '';
  private wake = (): void => undefined;
  private hasEnded = false;

  private constructor(private socket: Socket) {
    this.listen(socket);
  }

  /** Resolves after the greeting. */
  static async connect(port: number, options: { tls?: boolean; host?: string } = {}): Promise<SmtpClient> {
    const target = { port, host: options.host ?? '127.0.0.1' };
    const socket = options.tls ? connectTls({ ...target, rejectUnauthorized: false }) : connect(target);
    const client = new SmtpClient(socket);
    await client.reply();
    return client;
  }

  /** Sends a line and returns the whole reply. */
  async sendCommand(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  write(text: string | Buffer): void {
    this.socket.write(text);
  }

  /** The next reply without its line end; the end of the connection is an empty one. */
  async reply(): Promise<string> {
    for (;;) {
      const match = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(this.received);
      if (match) {
        this.received = this.received.slice(match[0].length);
        return match[0].trimEnd();
      }
      if (this.hasEnded) return '';
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  async logIn(key: string, user = 'postrider'): Promise<string> {
    await this.sendCommand('EHLO client.example');
    return this.sendCommand(`AUTH PLAIN ${Buffer.from(`\0${user}\0${key}`).toString('base64')}`);
  }

  async startTls(): Promise<void> {
    await this.sendCommand('STARTTLS');
    this.socket.removeAllListeners();
    this.socket = connectTls({ socket: this.socket, rejectUnauthorized: false });
    this.listen(this.socket);
    await once(this.socket, 'secureConnect');
  }

  destroy(): void {
    this.socket.destroy();
  }

  private listen(socket: Socket): void {
    socket.on('data', (data: Buffer) => {
      this.received += data.toString('latin1');
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.hasEnded = true;
      this.wake();
    });
  }
}
