import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import browser from './playwright.config.ts'

/** A test that hangs ends within two minutes, one with whole programs within five. */
const timeouts = (testTimeout = 120_000) => ({
  testTimeout,
  hookTimeout: testTimeout,
  teardownTimeout: 60_000,
  // A poll that never succeeds fails at its own line, before the test's whole time is over.
  expect: { poll: { timeout: testTimeout / 2 } },
})

/** Folders whose tests start whole programs. */
const slowest = ['database', 'faults', 'attacks', 'commands', 'site'].map(
  (name) => `${import.meta.dirname}/test/${name}/`,
)

/** Starts the slowest files first: Vitest goes by size, and a slow file that starts last runs alone. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slowest.some((folder) => moduleId.startsWith(folder))
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

const moduleReplacingTest = 'test/limits.test.ts'

/** Tests of the server, on one private PostgreSQL for each project; each file gets a database of its own. */
function server(name: string, files: { include: string[]; exclude?: string[] }, testTimeout?: number) {
  return {
    test: {
      name,
      isolate: false,
      ...files,
      globalSetup: ['test/support/database-server.ts'],
      ...timeouts(testTimeout),
    },
  }
}

/** Watch mode keeps React's development build, for its messages, and never reuses an old module. */
const isWatching = !process.argv.includes('run')
/** React as users run it, which takes a fifth less CPU than its development build. */
const production: Record<string, string> = isWatching
  ? {}
  : { 'process.env.NODE_ENV': JSON.stringify('production') }

/**
 * Files that share a worker share its modules (`isolate: false`): loading them anew for each file took half the time of
 * small ones. A file that replaces a global puts it back.
 */
export default defineConfig({
  test: {
    // One more than cores: the server's tests wait for PostgreSQL and for programs a tenth of the time.
    maxWorkers: 3,
    allowOnly: false,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'organization/**/*.test.ts'],
          exclude: ['src/**/*.component.test.tsx'],
          ...timeouts(),
        },
      },
      // In a worker of its own: nothing else may see its modules.
      { test: { name: 'replaced modules', include: [moduleReplacingTest], ...timeouts() } },
      {
        // Components and hooks in a real browser, for focus, dialogs and keys (docs/decisions/0010).
        define: production,
        oxc: { jsx: { development: isWatching } },
        // Each test file opens its own page, which would request every module again.
        server: { headers: isWatching ? {} : { 'Cache-Control': 'max-age=3600' } },
        optimizeDeps: {
          rolldownOptions: { transform: { define: production } },
          // Found only while tests run, a package would reload the page under them.
          include: [
            ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'],
            ...['vitest-browser-react', 'react-router', '@tanstack/react-query', 'zod/mini'],
            ...['html-to-image', 'jspdf', 'papaparse', 'qr'],
          ],
        },
        test: {
          name: 'component',
          include: ['src/**/*.component.test.tsx'],
          setupFiles: ['test/support/render-at-once.ts'],
          // After the others: two browser pages beside two workers took 392 seconds on two cores instead of 315.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          ...timeouts(),
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: browser.use?.launchOptions ?? {},
              // Chromium's shell asks nobody whether a page may write to the clipboard; drawing motion takes a tenth of the CPU.
              contextOptions: { permissions: ['clipboard-write'], reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
      server('server', {
        include: ['test/**/*.test.ts'],
        exclude: ['test/**/*.long.test.ts', moduleReplacingTest],
      }),
      {
        // Only in `npm run test:all`.
        test: {
          ...server('long', { include: ['test/**/*.long.test.ts'] }, 300_000).test,
          sequence: { groupOrder: 2 },
          maxWorkers: 2,
        },
      },
    ],
  },
})
