/** A map of a bounded size: the oldest entry makes room for a new one. */
export class NewestEntries<V> extends Map<string, V> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: string, value: V): this {
    this.delete(key)
    const [oldest] = this.keys()
    if (oldest !== undefined && this.size >= this.#most) this.delete(oldest)
    return super.set(key, value)
  }
}
