import type { Upload } from './call.ts'

/**
 * Sends a file as the body of a call: browsers tell only an XMLHttpRequest how much has been sent, which `onProgress` gets,
 * from 0 to 1.
 */
export function sendWithProgress(file: File, onProgress: (sent: number) => void): Upload {
  return (url, { method, headers, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = () => {
        request.abort()
        reject(signal.reason)
      }
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort)
      request.open(method, url)
      request.responseType = 'blob'
      for (const [name, value] of headers) request.setRequestHeader(name, value)
      request.setRequestHeader('content-type', 'application/octet-stream')
      request.setRequestHeader('content-disposition', `attachment; filename*=UTF-8''${encodedName(file)}`)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => {
        const lines = request.getAllResponseHeaders().trim().split('\r\n')
        const headers = lines.map((line) => line.split(': ', 2) as [string, string])
        resolve(new Response(request.response, { status: request.status, headers }))
      }
      // As fetch says it.
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.send(file)
    })
}

/** A name can have halves of characters, which have no encoding. */
const encodedName = ({ name }: File) => encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))
