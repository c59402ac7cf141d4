/** Owns working ahead: a stream whose next items are already under way while the present one is used. */

/**
 * The items of `source` in order, with up to `count` more fetched meanwhile. An error of the source comes where its item
 * would have come. When the consumer stops, the source is stopped, too.
 */
export async function* readAhead<T>(source: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const queue: Promise<IteratorResult<T>>[] = [];
  const fetch = (): void => {
    const next = iterator.next();
    // Awaited in order below; until then a failure is not a surprise.
    next.catch(() => undefined);
    queue.push(next);
  };
  try {
    for (;;) {
      while (queue.length <= count) fetch();
      const result = await queue.shift();
      if (result === undefined || result.done === true) return;
      yield result.value;
    }
  } finally {
    await Promise.allSettled(queue);
    await iterator.return?.();
  }
}
