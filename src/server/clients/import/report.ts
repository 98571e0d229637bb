import { type FileHandle, open, rm } from 'node:fs/promises'
import papaparse from 'papaparse'
import { OperatorError } from '#server/operator-error.ts'
import type { Finding } from './findings.ts'
import { shown } from './shown.ts'

/** A file that names all rows in which something was found, for a spreadsheet. */
export interface Report {
  /** Without findings no file is left. */
  end(findings: Finding[]): Promise<void>
}

/** Takes the name, which no file may have, before the work begins. Only the operator may read it: it is about clients. */
export async function beginReport(file: string): Promise<Report> {
  const handle = await openNew(file)
  return {
    async end(findings) {
      try {
        await handle.writeFile(asCsv(findings))
      } finally {
        await handle.close()
      }
      if (findings.length === 0) await rm(file)
    },
  }
}

/** Like every CSV file of the product: quoted, and nothing that a spreadsheet would run as a formula. */
function asCsv(findings: Finding[]): string {
  const table = {
    fields: ['Row', 'Field', 'Reason', 'Found'],
    data: findings.map(({ row, field = '', reason, value = '' }) => [
      row,
      field,
      reason,
      shown(value.trim()),
    ]),
  }
  return `\ufeff${papaparse.unparse(table, { quotes: true, newline: '\r\n', escapeFormulae: true })}\r\n`
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      throw new OperatorError(`${file} is there already. Name a file for --report that is not.`)
    }
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new OperatorError(`There is no folder for the report ${file}.`)
    }
    if (code === 'EACCES') throw new OperatorError(`This account may not write ${file}.`)
    throw error
  }
}
