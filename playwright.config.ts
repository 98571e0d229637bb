import { defineConfig } from '@playwright/test'

/** `npm test` finds the browser and passes its path; run alone, Playwright looks for its own. */
const executablePath = process.env.BROWSER_PATH

/**
 * Beside each page of its own Chromium opens two for the pop-ups of its address field, which nobody types into here: half
 * of what a browser costs. Only the last list on a command line counts, so Playwright's own is repeated.
 */
const unwanted = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
]

export default defineConfig({
  testDir: 'test/journeys',
  globalSetup: './test/support/journey.ts',
  projects: [
    { name: 'journeys', testMatch: '**/*.journey.ts', testIgnore: '**/*.long.journey.ts' },
    // Only in `npm run test:all`.
    { name: 'long', testMatch: '**/*.long.journey.ts' },
  ],
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // A test that hangs ends within five minutes. Those that need longer say so by `test.slow`.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  use: {
    // What can’t be clicked fails its own line, not the test’s whole time.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Contrast can't be checked during a color transition, nor while something fades in.
    contextOptions: { reducedMotion: 'reduce' },
    // A failed journey leaves a picture and the page's words; with `--trace on` every step (docs/decisions/0010).
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${unwanted.join()}`,
      ],
    },
  },
})
