import { ServiceError } from '@postrider/contracts';

export function unknownTag(tag: string): never {
  throw new ServiceError('not_found', `No template has the tag ${tag}`);
}
