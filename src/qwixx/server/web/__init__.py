"""The edge of the server: HTTP and WebSocket.

- `api`: the HTTP API
- `session`: the WebSocket and its commands
- `guests`: guests and their cookies
- `origins`: the web pages that may use the server
- `rate_limits`: token buckets
- `table_codes`: the limit on wrong table codes
- `tracing`: ids of requests and hashes of guests for the log
- `previews`: what messengers show for a link
- `static_files`: the files of the browser client
"""
