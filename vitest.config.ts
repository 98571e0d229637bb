import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import browser from './playwright.config.ts'

/** A test that hangs ends within five minutes: long enough for whole programs on a busy machine. */
const timeouts = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
  // A poll that never succeeds fails at its own line, before the test's whole time is over.
  expect: { poll: { timeout: 200_000 } },
}

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

const replacesModules = 'test/limits.test.ts'

/**
 * Files that share a worker share its modules (`isolate: false`): loading them anew for each file took half the time of
 * small ones. A file that replaces a global puts it back.
 */
export default defineConfig({
  test: {
    // Many tests wait for another program: four at a time keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'organization/**/*.test.ts'],
          exclude: ['src/**/*.component.test.tsx'],
          ...timeouts,
        },
      },
      // In a worker of its own: nothing else may see its modules.
      { test: { name: 'replaced modules', include: [replacesModules] } },
      {
        // Components and hooks in a real browser, for focus, dialogs and keys (docs/decisions/0010).
        optimizeDeps: {
          // Found only while tests run, a package would reload the page under them.
          include: [
            ...['react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'vitest-browser-react'],
            ...['react-router', 'react-hook-form', '@tanstack/react-query', 'zod/mini'],
          ],
        },
        test: {
          name: 'component',
          include: ['src/**/*.component.test.tsx'],
          ...timeouts,
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            // Chromium's shell asks nobody whether a page may write to the clipboard.
            provider: playwright({
              launchOptions: browser.use?.launchOptions ?? {},
              contextOptions: { permissions: ['clipboard-write'] },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/journeys/**', replacesModules],
          // One private PostgreSQL for all files; each gets a database of its own.
          globalSetup: ['test/support/database-server.ts'],
          ...timeouts,
        },
      },
    ],
  },
})
