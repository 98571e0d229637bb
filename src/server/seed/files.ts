import { createHash } from 'node:crypto'
import { type MadeUpRows, seedId } from './store.ts'

/** One page of US Letter with a line of text. */
function pdfOf(line: string): Buffer {
  const content = `BT /F1 24 Tf 72 700 Td (${line.replace(/[()\\]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

const name = 'Lease (made up).pdf'
const lease = pdfOf('Lease (made up)')
const sha256 = createHash('sha256').update(lease).digest('hex')

/** One client in ten has a file; as a rule without chance, it changes no other record. */
export function filesOf(index: number, client: string, worker: string | null, since: Date): MadeUpRows {
  if (index % 10 !== 3) return { files: [], file_pieces: [] }
  const id = seedId('files', index)
  const file = { id, client_id: client, name, type: 'application/pdf', bytes: lease.length, sha256 }
  // As JSON has it for PostgreSQL.
  const bytes = `\\x${lease.toString('hex')}` as unknown as Buffer
  return {
    files: [{ ...file, created_at: since, created_by: worker }],
    file_pieces: [{ file_id: id, number: 0, bytes }],
  }
}
