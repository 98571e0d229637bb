import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

/** Where a failed test stands, its whole name, and the beginning of what it said. */
export interface FailedTest {
  file: string
  name: string
  message: string
}

/** A file that could not be run at all is named as one test without a name. */
export function failedTests(report: JsonTestResults): FailedTest[] {
  return report.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [{ file, name: '', message: beginning(message) }]
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      name: fullName,
      message: beginning(failureMessages?.[0]),
    }))
  })
}

/** Also those that passed only when tried again. */
export function failedJourneys(report: JSONReport): FailedTest[] {
  const loading = report.errors.map(({ message }) => ({ file: '', name: '', message: beginning(message) }))
  return [...loading, ...report.suites.flatMap((suite) => failedIn(suite))]
}

function failedIn(suite: JSONReportSuite): FailedTest[] {
  const here = suite.specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        file: `${file}:${line}`,
        name: title,
        message: beginning(results.find(({ error }) => error)?.error?.message),
      })),
  )
  return [...here, ...(suite.suites ?? []).flatMap(failedIn)]
}

/** Without colors; enough to see which expectation it was. */
function beginning(message = ''): string {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, 12).join('\n')
}
