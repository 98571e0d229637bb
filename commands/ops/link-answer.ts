/** What an address answered, in a sentence for people. */
export interface LinkAnswer {
  good: boolean
  sentence: string
}

const headers = { 'user-agent': 'StableHousing-check-links', accept: 'text/html,application/pdf,*/*' }

/** Asks by GET, because many servers answer HEAD wrongly; only the headers are read. `patience` in milliseconds. */
export async function askAddress(url: string, patience = 20_000): Promise<LinkAnswer> {
  try {
    const reply = await fetch(url, { headers, redirect: 'follow', signal: AbortSignal.timeout(patience) })
    await reply.body?.cancel()
    const moved = reply.redirected && reply.url !== url ? `, moved to ${reply.url}` : ''
    return {
      good: reply.ok,
      sentence: `${reply.status}${reply.statusText ? ` ${reply.statusText}` : ''}${moved}`,
    }
  } catch (error) {
    return { good: false, sentence: whyNoAnswer(error as Error, patience) }
  }
}

function whyNoAnswer({ name, message, cause }: Error, patience: number): string {
  if (name === 'TimeoutError') return `no answer in ${patience / 1000} seconds`
  const code = (cause as { code?: string } | undefined)?.code
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no such name, or no internet here'
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  return code ?? message
}
