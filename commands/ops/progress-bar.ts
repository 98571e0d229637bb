export interface ProgressBar {
  /** How much is done, of how much; counts of whatever the label names. */
  show(done: number, total: number): void
  /** Leaves the last state standing. */
  end(): void
}

const width = 28
/** Milliseconds between two pictures on a terminal, and between two lines in a file. */
const everyPicture = 100
const everyLine = 5_000
/** Milliseconds: what is over sooner needs no bar. */
const worthwhile = 1_000

/** On a terminal a bar that moves; elsewhere a line now and then. On standard error, as all progress. */
export function progressBar(label: string, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  const begun = performance.now()
  let shown = begun
  let latest = ''
  const isDue = (now: number) => now - shown >= (stream.isTTY ? everyPicture : everyLine)

  function draw(): void {
    stream.write(stream.isTTY ? `\r\u001b[K${latest}` : `${latest}\n`)
  }

  return {
    show(done, total) {
      const share = total > 0 ? Math.min(done / total, 1) : 1
      const full = Math.round(share * width)
      const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`
      latest = `${label} ${bar} ${Math.floor(share * 100)} % · ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
      const now = performance.now()
      if (now - begun < worthwhile || !isDue(now)) return
      shown = now
      draw()
    },
    end() {
      if (shown === begun) return
      draw()
      if (stream.isTTY) stream.write('\n')
    },
  }
}
