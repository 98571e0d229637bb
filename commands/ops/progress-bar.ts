interface ProgressBar {
  /** Both are counts of what the label names. */
  show(done: number, total: number): void
  /** Leaves the last state on the screen. */
  end(): void
}

/** Writes a line each second to standard error; on a terminal each replaces the one before. */
export function progressBar(label: string, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  const [before, after] = stream.isTTY ? ['\r\u001b[K', ''] : ['', '\n']
  let next = performance.now() + 1_000
  let latest = ''
  let written = ''
  const write = () => {
    if (latest === written) return
    stream.write(`${before}${latest}${after}`)
    written = latest
  }
  return {
    show(done, total) {
      const percent = total > 0 ? Math.floor(Math.min(done / total, 1) * 100) : 100
      latest = `${label}: ${percent} % (${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')})`
      if (performance.now() < next) return
      next = performance.now() + 1_000
      write()
    },
    end() {
      if (!written) return
      write()
      if (stream.isTTY) stream.write('\n')
    },
  }
}

/** For work in several stages: a bar for each, one below the other. */
export function progressBars() {
  let current: { label: string; bar: ProgressBar } | undefined
  const end = () => current?.bar.end()
  return {
    end,
    show(label: string, done: number, total: number) {
      if (current?.label !== label) {
        end()
        current = { label, bar: progressBar(label) }
      }
      current.bar.show(done, total)
    },
  }
}
