"""The edge of the server: HTTP and WebSocket.

- `api`: the routes of the HTTP API, health and metrics
- `guest_api`: guests, their recovery keys, export and deletion
- `table_api`: lists, new tables and reports
- `game_api`: records, replays and the coach
- `requests`: who asks, for which table, and how refusals are answered
- `bodies`: JSON and QR codes
- `session`: the WebSocket and its commands
- `guests`: guests and their cookies
- `origins`: the web pages that may use the server
- `rate_limits`: token buckets
- `table_codes`: the limit on wrong table codes
- `tracing`: ids of requests and hashes of guests for the log
- `previews`: what messengers show for a link
- `static_files`: the files of the browser client
"""
