import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

interface Emulated {
  media?: 'print'
  colorScheme?: 'light' | 'dark'
}

/** Until the test ends, the browser of a component test prints, or prefers that color scheme. */
export async function emulate({ media, colorScheme }: Emulated): Promise<void> {
  const session = cdp() as unknown as { send(method: string, parameters: object): Promise<unknown> }
  const features = colorScheme ? [{ name: 'prefers-color-scheme', value: colorScheme }] : []
  await session.send('Emulation.setEmulatedMedia', { media: media ?? '', features })
  onTestFinished(async () => {
    await session.send('Emulation.setEmulatedMedia', { media: '', features: [] })
  })
}
