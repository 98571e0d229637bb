/** A map that drops its oldest entry when it is full. */
export class BoundedMap<V> extends Map<string, V> {
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
