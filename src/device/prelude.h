/* What OpenCL C, CUDA C and C11 spell differently. Kernels are written in these words and in what the three have in common:
   no recursion, no 64-bit atomics, nothing that waits for another work item except BARRIER within a group. Arrays of a group are
   declared LOCAL, in the kernel itself; what points to them is LOCAL_POINTER. */

#if defined(__OPENCL_VERSION__)

typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
#define KERNEL __kernel void
#define FUNCTION static inline
#define GLOBAL __global
#define LOCAL __local
#define LOCAL_POINTER __local
#define ITEM ((u32)get_global_id(0))
#define ITEMS ((u32)get_global_size(0))
#define ITEM_IN_GROUP ((u32)get_local_id(0))
#define ITEMS_IN_GROUP ((u32)get_local_size(0))
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define ATOMIC_ADD(place, number) atomic_add(place, number)
#define ATOMIC_MIN(place, number) atomic_min(place, number)

#elif defined(__CUDACC__)

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
#define KERNEL extern "C" __global__ void
#define FUNCTION static __device__ __forceinline__
#define GLOBAL
#define LOCAL __shared__
#define LOCAL_POINTER
#define ITEM (blockIdx.x * blockDim.x + threadIdx.x)
#define ITEMS (gridDim.x * blockDim.x)
#define ITEM_IN_GROUP (threadIdx.x)
#define ITEMS_IN_GROUP (blockDim.x)
#define BARRIER __syncthreads()
#define ATOMIC_ADD(place, number) atomicAdd(place, number)
#define ATOMIC_MIN(place, number) atomicMin(place, number)

#else

#include <stdint.h>

/* Work items run one after the other, each a group of its own. */
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
u32 this_item = 0;
u32 all_items = 1;
#define KERNEL void
#define FUNCTION static inline
#define GLOBAL
#define LOCAL
#define LOCAL_POINTER
#define ITEM (this_item)
#define ITEMS (all_items)
#define ITEM_IN_GROUP 0u
#define ITEMS_IN_GROUP 1u
#define BARRIER (void)0
static inline u32 added(volatile u32 *place, u32 number) { u32 old = *place; *place = old + number; return old; }
static inline u32 lowered(volatile u32 *place, u32 number) { u32 old = *place; if (number < old) *place = number; return old; }
#define ATOMIC_ADD(place, number) added(place, number)
#define ATOMIC_MIN(place, number) lowered(place, number)

#endif
