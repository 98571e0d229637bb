import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import browser from './playwright.config.ts'

/** A test that hangs ends within two minutes. Those that need longer say so themselves. */
const timeouts = {
  ...{ testTimeout: 120_000, hookTimeout: 120_000, teardownTimeout: 60_000 },
  // What is waited for in vain fails its own line, not the test's whole time.
  expect: { poll: { timeout: 100_000 } },
}

export default defineConfig({
  test: {
    // Many tests wait for another program: two at a time fill two cores.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'organization/**/*.test.ts'],
          exclude: ['src/**/*.component.test.tsx'],
          ...timeouts,
        },
      },
      {
        // Components and hooks in a real browser, for focus, dialogs and keys (docs/decisions/0010).
        optimizeDeps: {
          // Found only while tests run, a package would reload the page under them.
          include: [
            ...['react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'vitest-browser-react'],
            ...['react-router', 'react-hook-form', '@hookform/resolvers/zod', '@tanstack/react-query', 'zod'],
          ],
        },
        test: {
          name: 'component',
          include: ['src/**/*.component.test.tsx'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            provider: playwright({ launchOptions: browser.use?.launchOptions ?? {} }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
      {
        test: {
          name: 'server',
          include: ['test/**/*.test.ts'],
          exclude: ['test/journeys/**'],
          // One private PostgreSQL for all files; each gets a database of its own.
          globalSetup: ['test/support/database-server.ts'],
          ...timeouts,
        },
      },
    ],
  },
})
