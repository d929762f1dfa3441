/** The bucket was asked in vain, or not at all since it failed again and again; the cause says more. */
export class BucketUnavailable extends Error {
  override readonly name = 'BucketUnavailable';
}
