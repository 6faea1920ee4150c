/**
 * How the C library hands out memory under Linux; elsewhere nobody reads it. Sound passes through programs in pieces of
 * megabytes. By default freed ones soon stay with the process, in a part of the heap for each thread: a worker held
 * 40 MB more.
 */
export const sparingAllocation = Object.freeze({ MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" });
