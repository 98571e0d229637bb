import { defineConfig } from 'vitest/config'

/** Never a measure of speed: the machine may be busy with anything else. */
const patience = {
  ...{ testTimeout: 900_000, hookTimeout: 900_000, teardownTimeout: 60_000 },
  // What is waited for in vain fails its own line, not the test's whole time.
  expect: { poll: { timeout: 240_000 } },
}

export default defineConfig({
  test: {
    // Many tests wait for another program: two at a time fill two cores.
    maxWorkers: 2,
    projects: [
      {
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'organization/**/*.test.ts'], ...patience },
      },
      {
        test: {
          name: 'server',
          include: ['test/**/*.test.ts'],
          exclude: ['test/journeys/**'],
          // One private PostgreSQL for all files; each gets a database of its own.
          globalSetup: ['test/support/database-server.ts'],
          ...patience,
        },
      },
    ],
  },
})
