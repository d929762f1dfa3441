import { Injectable } from '@nestjs/common';
import type { AttachmentRef } from '@postrider/contracts';
import type { Artifact } from '@postrider/rendering';
import { RenderingRejected } from '@postrider/rendering';
import { AttachmentLoader } from '../blobs/attachment-loader.js';
import { notStored } from '../blobs/blob-stream.js';
import type { EspDriver } from '../drivers/driver.js';
import { dropped, sent } from '../drivers/outcome.js';
import { EspDrivers } from '../esp-accounts/esp-drivers.js';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import { toLane } from '../esp-accounts/lane.js';
import type { FoundSuppression } from '../suppressions/suppressions.repository.js';
import { MailTracking } from '../tracking/mail-tracking.js';
import { ArtifactCache } from './artifact-cache.js';
import type { Conclusion } from './conclusion.js';
import { responded, settled } from './conclusion.js';
import { DueMails, isUndecided, withVersion } from './due-mails.js';
import type { LeasedMessage } from './leased-message.js';
import { DependencyUnavailable } from './leased-message.js';
import { MailRenderer } from './mail-renderer.js';
import { outgoingMessage, trackedMessage } from '../mail/outgoing-message.js';
import { withheldRecipients } from '../suppressions/suppression-policy.js';

/** Code of a drop because the recipient is suppressed, where other outcomes have a provider's code. */
const suppressedCode = 'suppressed';

/** The part of an email that suppressions permit, with notes for the log. */
interface PermittedMail {
  /** Without suppressed cc and bcc recipients. */
  readonly message: LeasedMessage;
  /** Why the whole email is rejected. */
  readonly rejection?: string | undefined;
  readonly notes: readonly string[];
}

const nothing: readonly string[] = [];

export function applySuppressions(
  message: LeasedMessage,
  artifact: Pick<Artifact, 'addresses'>,
  found: readonly FoundSuppression[],
): PermittedMail {
  const { accountId, content } = message;
  const withheld =
    found.length === 0 || content.ignore_suppressions
      ? undefined
      : withheldRecipients({ ...content, accountId, unsubscribable: isUnsubscribable(content, artifact) }, found);
  if (!withheld) return { message, notes: nothing };
  const { rejection, cc, bcc, notes } = withheld;
  return { message: { ...message, content: { ...content, cc, bcc } }, rejection, notes };
}

/** The template contains the unsubscribe address, or the sender set a List-Unsubscribe header. */
const isUnsubscribable = (
  { headers }: Pick<LeasedMessage['content'], 'headers'>,
  { addresses }: Pick<Artifact, 'addresses'>,
): boolean =>
  addresses?.includes('unsubscribe_url') === true ||
  Object.keys(headers).some((name) => name.toLowerCase() === 'list-unsubscribe');

/**
 * The steps of one attempt in order: version, artifact, suppressions, driver, rendering, campaign state, attachments,
 * sending. Expected endings are values; it throws only for an unreachable dependency or a defect.
 */
@Injectable()
export class MailSender {
  constructor(
    private readonly dueMails: DueMails,
    private readonly artifacts: ArtifactCache,
    private readonly drivers: EspDrivers,
    private readonly tracking: MailTracking,
    private readonly renderer: MailRenderer,
    private readonly attachments: AttachmentLoader,
    private readonly laneLimits: LaneLimits,
  ) {}

  /**
   * Undefined: this attempt has nothing more to do and nothing to record. `dispatchBy` is a time of
   * `performance.now()`.
   * @throws DependencyUnavailable or AttachmentsUnavailable when one of our own services cannot be reached
   */
  async send(
    leased: LeasedMessage,
    onDecided: (decided: LeasedMessage) => void,
    signal: AbortSignal,
    dispatchBy: number,
  ): Promise<Conclusion | undefined> {
    const chosen = isUndecided(leased) ? await this.dueMails.choose(leased) : undefined;
    if (isUndecided(leased) && !chosen) return this.drop(leased, 'The template of this email no longer exists');
    const decided = chosen ? withVersion(leased, chosen) : leased;
    onDecided(decided);

    const artifact = decided.artifact ?? (await this.artifacts.get(decided));
    if (!artifact) return this.drop(decided, 'The compiled template of this message no longer exists');

    const { message, rejection, notes } = applySuppressions(decided, artifact, decided.suppressed);
    if (rejection !== undefined) return this.drop(message, rejection, suppressedCode);

    const driver = await this.getDriver(message);

    const tracked = this.tracking.of(trackedMessage(message), artifact);
    const asMime = driver?.takesMime === true && !tracked?.isTracked;
    const mime = asMime && 'mime' in artifact ? artifact.mime : undefined;
    const rendered = await this.renderer.render(artifact, message, signal, tracked, mime !== undefined);
    if (rendered instanceof RenderingRejected) return this.drop(message, rendered.message);

    if (message.content.drip && !(await this.dueMails.dispatch(message, message.content.drip, chosen)))
      return undefined;

    const { subject } = rendered;
    if (!driver) return settled(sent('A test key was used: the message was rendered and not sent'), subject);

    const { accountId, content } = message;
    const { files, isRaw } = filesToSend(content.attachments, asMime);
    const attachments = await this.attachments.load(accountId, files, driver.streams === true && !isRaw, signal);
    try {
      if (attachments.missing !== undefined) return settled(dropped(notStored(attachments.missing)), subject);
      const handedOverAt = performance.now();
      if (handedOverAt > dispatchBy) throw new DependencyUnavailable('Preparing this message took too long');
      const outgoing = outgoingMessage(message, rendered, attachments.contents, tracked);
      const raw = mime === undefined ? {} : { raw: Buffer.from(mime, 'latin1') };
      const outcome = await driver.send({ ...outgoing, ...raw }, signal);
      this.laneLimits.recordDuration(
        toLane(message.accountId, message.espAccountId, false).id,
        performance.now() - handedOverAt,
      );
      return responded(outcome, [...rendered.notes, ...notes], subject);
    } finally {
      attachments.release();
    }
  }

  /**
   * Drops the email. In a paused campaign it waits instead, because the cause may be fixed when the campaign resumes.
   */
  private drop(message: LeasedMessage, reason: string, code?: string): Conclusion | Promise<Conclusion | undefined> {
    const conclusion = settled(dropped(reason, code));
    const { drip } = message.content;
    if (!drip) return conclusion;
    return this.dueMails.dispatch(message, drip, undefined).then((dispatched) => (dispatched ? conclusion : undefined));
  }

  /** Undefined for a message of a test key: no ESP is called. */
  private async getDriver({ accountId, espAccountId, test }: LeasedMessage): Promise<EspDriver | undefined> {
    if (test) return undefined;
    return this.drivers.of(accountId, espAccountId).catch((error: unknown) => {
      throw new DependencyUnavailable('The ESP account could not be read', { cause: error });
    });
  }
}

/** The whole email in MIME if it can be sent as it is; otherwise the attachments, with which it is composed again. */
function filesToSend(
  attachments: readonly AttachmentRef[],
  asMime: boolean,
): { readonly files: readonly AttachmentRef[]; readonly isRaw: boolean } {
  const raw = attachments.filter(({ disposition }) => disposition === 'raw');
  const isRaw = asMime && raw.length > 0;
  return { files: isRaw ? raw : attachments.filter(({ disposition }) => disposition !== 'raw'), isRaw };
}
