/* Classic Qwixx, random and gap bots, by hand: what `qwixx bench` holds the kernel against.

   The rules, bots and streams are those of the package, so the same seed gives the same scores. A sheet is one
   64-bit number: bit 11 * row + (number - 2).

   usage: qwixx PLAYERS BOT SKIP SEED GAMES      BOT is 0 for random, 1 for gap
   prints seconds of processor time, turns, then the sum of the scores and of their squares for each seat */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROWS = 4, CELLS = 11, FACES = 6, MOST_SEATS = 5, NEEDED = 5, MOST_PENALTIES = 4, SKIP_FOR_PENALTY = 4 };

#define GAMMA 0x9E3779B97F4A7C15u
#define BIT(n) ((uint64_t)1 << (n))
#define ROW_CELLS (BIT(CELLS) - 1)

typedef struct {
    uint64_t marks, reach; /* crossed, and still to be crossed */
    int locks, penalties;
} Sheet;

typedef struct {
    int players, bot, skip;
} Table;

static uint64_t left[ROWS * CELLS], keep[ROWS * CELLS], start, closing_cells, white_cells[2 * FACES + 1];
static const int points[] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78};

static inline int cell_of(int row, int number) { return CELLS * row + number - 2; }
static inline int closing(int row) { return cell_of(row, row < 2 ? 12 : 2); }

static void prepare(void) {
    for (int row = 0; row < ROWS; row++) {
        for (int number = 2; number <= 12; number++) {
            int cell = cell_of(row, number);
            for (int other = 2; other <= 12; other++)
                if (row < 2 ? other < number : other > number) left[cell] |= BIT(cell_of(row, other));
            keep[cell] = ~(left[cell] | BIT(cell));
            white_cells[number] |= BIT(cell);
            start |= BIT(cell);
        }
        closing_cells |= BIT(closing(row));
    }
    start &= ~closing_cells;
}

static inline uint64_t mix(uint64_t value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

static inline uint64_t fold(uint64_t key, uint64_t more) { return mix((key ^ more) + GAMMA); }

static inline int below(uint64_t *stream, uint64_t n) {
    for (;;) {
        uint64_t product = (mix(*stream += GAMMA) >> 32) * n, low = product & 0xFFFFFFFFu;
        if (low >= n || low >= (BIT(32) % n)) return (int)(product >> 32);
    }
}

/* A choice is a cell, or -1 for a pass. */

static inline int any_of(uint64_t options, uint64_t stream) {
    int n = below(&stream, (uint64_t)__builtin_popcountll(options) + 1);
    if (n == 0) return -1;
    while (--n) options &= options - 1;
    return __builtin_ctzll(options);
}

static inline int fewest(const Sheet *sheet, uint64_t options, int most) {
    int best = -1, skipped = most + 1;
    for (; options; options &= options - 1) {
        int cell = __builtin_ctzll(options), skips = __builtin_popcountll(sheet->reach & left[cell]);
        if (skips < skipped) best = cell, skipped = skips;
    }
    return best;
}

static inline int choose(const Table *table, const Sheet *sheet, uint64_t options, int most, uint64_t key, int salt) {
    if (!options) return -1;
    return table->bot ? fewest(sheet, options, most) : any_of(options, fold(key, (uint64_t)salt));
}

/* The row that the cross closes, as a mask. */
static inline int cross(Sheet *sheet, int cell) {
    int row = cell / CELLS;
    sheet->marks |= BIT(cell);
    if (cell == closing(row)) {
        sheet->locks |= 1 << row;
        return 1 << row;
    }
    sheet->reach &= keep[cell];
    if (__builtin_popcountll(sheet->marks & ROW_CELLS << CELLS * row) >= NEEDED) sheet->reach |= BIT(closing(row));
    return 0;
}

/* Whether the closed rows end the game. */
static inline int close_rows(Sheet *sheets, int players, int *closed, int rows) {
    if (!rows) return 0;
    *closed |= rows;
    for (int row = 0; row < ROWS; row++)
        if (rows >> row & 1)
            for (int seat = 0; seat < players; seat++) sheets[seat].reach &= ~(ROW_CELLS << CELLS * row);
    return __builtin_popcount(*closed) >= 2;
}

static int score(const Sheet *sheet) {
    int total = -5 * sheet->penalties;
    for (int row = 0; row < ROWS; row++)
        total += points[__builtin_popcountll(sheet->marks & ROW_CELLS << CELLS * row) + (sheet->locks >> row & 1)];
    return total;
}

/* Plays a game and returns its turns. */
static int play(const Table *table, uint64_t seed, uint64_t game, Sheet *sheets) {
    uint64_t game_key = fold(fold(0, seed), game);
    int players = table->players, closed = 0, active = 0;
    int most_for_penalty = table->skip > SKIP_FOR_PENALTY ? table->skip : SKIP_FOR_PENALTY;
    for (int seat = 0; seat < players; seat++) sheets[seat] = (Sheet){0, start, 0, 0};
    for (int turn = 1;; turn++) {
        uint64_t key = fold(game_key, (uint64_t)turn), stream = fold(key, 0);
        int dice[6], choices[MOST_SEATS], rows = 0;
        for (int die = 0; die < 6; die++) dice[die] = below(&stream, FACES) + 1;
        for (int seat = 0; seat < players; seat++) {
            uint64_t options = sheets[seat].reach & white_cells[dice[0] + dice[1]];
            choices[seat] = choose(table, &sheets[seat], options, table->skip, key, 4 * seat + 1);
        }
        for (int seat = 0; seat < players; seat++)
            if (choices[seat] >= 0) rows |= cross(&sheets[seat], choices[seat]);
        if (close_rows(sheets, players, &closed, rows)) return turn;

        Sheet *own = &sheets[active];
        uint64_t options = 0;
        for (int row = 0; row < ROWS; row++)
            options |= BIT(cell_of(row, dice[2 + row] + dice[0])) | BIT(cell_of(row, dice[2 + row] + dice[1]));
        int crossed = choices[active] >= 0, most = crossed ? table->skip : most_for_penalty;
        int choice = choose(table, own, options & own->reach, most, key, 4 * active + 2);
        if (choice >= 0) {
            crossed = 1;
            if (close_rows(sheets, players, &closed, cross(own, choice))) return turn;
        }
        if (!crossed && ++own->penalties == MOST_PENALTIES) return turn;
        if (++active == players) active = 0;
    }
}

int main(int count, char **arguments) {
    if (count != 6) return 2;
    Table table = {atoi(arguments[1]), atoi(arguments[2]), atoi(arguments[3])};
    uint64_t seed = strtoull(arguments[4], NULL, 10), games = strtoull(arguments[5], NULL, 10);
    long long turns = 0, sums[MOST_SEATS] = {0}, squares[MOST_SEATS] = {0};
    Sheet sheets[MOST_SEATS];
    struct timespec began, ended;
    prepare();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    for (uint64_t game = 0; game < games; game++) {
        turns += play(&table, seed, game, sheets);
        for (int seat = 0; seat < table.players; seat++) {
            int points_of_seat = score(&sheets[seat]);
            sums[seat] += points_of_seat;
            squares[seat] += (long long)points_of_seat * points_of_seat;
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    printf("%.9f %lld", (double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec), turns);
    for (int seat = 0; seat < table.players; seat++) printf(" %lld %lld", sums[seat], squares[seat]);
    printf("\n");
    return 0;
}
