"""What may happen at a table: pure, without a clock, sockets or disks."""
