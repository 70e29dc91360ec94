// Stands for the program that shows files: writes the path that it is given to `shown.txt`.
#include <stdio.h>
#include <windows.h>

int wmain(int count, WCHAR **words) {
    FILE *to = fopen("shown.txt", "w");
    return fprintf(to, "%ls\n", words[count - 1]) < 0 || fclose(to);
}
