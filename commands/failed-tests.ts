import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

/** A failed test's file, full name and the first lines of its message. */
export interface FailedTest {
  file: string
  name: string
  message: string
}

/** A file that could not be loaded counts as one failed test without a name. */
export function failedTests(report: JsonTestResults): FailedTest[] {
  return report.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [{ file, name: '', message: firstLines(message) }]
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      name: fullName,
      message: firstLines(failureMessages?.[0]),
    }))
  })
}

/** Includes journeys that passed only on a retry. */
export function failedJourneys(report: JSONReport): FailedTest[] {
  const loading = report.errors.map(({ message }) => ({ file: '', name: '', message: firstLines(message) }))
  return [...loading, ...report.suites.flatMap((suite) => failedInSuite(suite))]
}

function failedInSuite(suite: JSONReportSuite): FailedTest[] {
  const here = suite.specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        file: `${file}:${line}`,
        name: title,
        message: firstLines(results.find(({ error }) => error)?.error?.message),
      })),
  )
  return [...here, ...(suite.suites ?? []).flatMap(failedInSuite)]
}

/** The first lines without colors: enough to see which expectation failed. */
function firstLines(message = ''): string {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, 12).join('\n')
}
